"""A cup as rows: who plays, who sits where, what was recorded, and who did it."""

import django.core.validators
import django.db.models.deletion
import scoring.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "slug",
                    models.CharField(
                        max_length=60,
                        unique=True,
                        validators=[django.core.validators.RegexValidator("^[a-z0-9]+(-[a-z0-9]+)*\\Z")],
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("date", models.DateField()),
                ("venue", models.CharField(blank=True, max_length=100)),
                ("ruleset_id", models.CharField(max_length=60)),
                ("ruleset_snapshot", scoring.fields.DocumentField()),
                ("rounds_planned", models.PositiveSmallIntegerField(default=4)),
                (
                    "tie_break",
                    models.CharField(
                        choices=[("table-points", "by table points"), ("none", "none")],
                        default="table-points",
                        max_length=12,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "draft"), ("published", "published"), ("final", "final")],
                        default="draft",
                        max_length=9,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                ("penalties", scoring.fields.DocumentField(default=list)),
                ("rulings", scoring.fields.DocumentField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ("-date", "slug"),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="tournament_has_name"),
                    models.CheckConstraint(
                        condition=models.Q(("rounds_planned__gte", 1)), name="tournament_has_rounds"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ("draft", "published", "final"))),
                        name="tournament_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tie_break__in", ["table-points", "none"])),
                        name="tournament_tie_break",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.tournament",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=100)),
                ("club", models.CharField(blank=True, max_length=100)),
                ("withdrawn_after", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="player_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="player_number_from_one"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="player_has_name"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "role",
                    models.CharField(choices=[("organiser", "organiser"), ("juror", "juror")], max_length=9),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "tournament", "role"), name="membership_role_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organiser", "juror"])), name="membership_role"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="scoring.tournament",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="round_number_from_one"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="scoring.round"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "first_dealer",
                    models.PositiveSmallIntegerField(default=1, help_text="seat number of the first dealer"),
                ),
                (
                    "paper",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no paper sheet"),
                            ("totals", "totals from paper"),
                            ("remainder", "remainder from paper"),
                        ],
                        default="",
                        max_length=9,
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="table_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="table_number_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("first_dealer__range", (1, 5))),
                        name="table_first_dealer_is_a_seat",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("paper__in", ["", "totals", "remainder"])), name="table_paper"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="scoring.round"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="scoring.table"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="seats",
                        to="scoring.player",
                    ),
                ),
                ("paper_points", scoring.fields.ExactField(blank=True, null=True)),
                ("table_points", scoring.fields.ExactField(blank=True, null=True)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("tournament_points", scoring.fields.ExactField(blank=True, null=True)),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="seat_number_once"),
                    models.UniqueConstraint(fields=("round", "player"), name="seat_player_once_a_round"),
                    models.CheckConstraint(condition=models.Q(("number__range", (1, 5))), name="seat_number_range"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("place__isnull", True),
                                ("table_points__isnull", True),
                                ("tournament_points__isnull", True),
                            ),
                            models.Q(("table_points__isnull", False), ("tournament_points__isnull", False)),
                            _connector="OR",
                        ),
                        name="seat_official_numbers_together",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__isnull", True), ("place__range", (1, 5)), _connector="OR"),
                        name="seat_place_range",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="scoring.table"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("outcome", models.CharField(max_length=20)),
                ("counted", models.BooleanField()),
                ("bika", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ("position",),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "position"), name="deal_position_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("counted", True)),
                        fields=("table", "number"),
                        name="deal_counted_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("position__gte", 1)),
                        name="deal_numbers_from_one",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DealRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="scoring.deal",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("record", scoring.fields.DocumentField()),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("actor", models.CharField(max_length=200)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "number"), name="revision_number_once"),
                    models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="revision_number_from_one"),
                ],
            },
        ),
        migrations.AddField(
            model_name="deal",
            name="current",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="scoring.dealrevision",
            ),
        ),
        migrations.CreateModel(
            name="DealPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="points", to="scoring.deal"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deal_points",
                        to="scoring.seat",
                    ),
                ),
                ("points", scoring.fields.ExactField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("deal", "seat"), name="points_once_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="Capture",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="captures",
                        to="scoring.deal",
                    ),
                ),
                (
                    "catcher",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="catches",
                        to="scoring.player",
                    ),
                ),
                (
                    "victim",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="losses",
                        to="scoring.player",
                    ),
                ),
                ("announced", models.BooleanField()),
                ("kontra", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ("deal", "pk"),
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audit_entries",
                        to="scoring.tournament",
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("actor", models.CharField(max_length=200)),
                ("action", models.CharField(max_length=40)),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("deal", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("details", scoring.fields.DocumentField(default=dict)),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ("-pk",),
            },
        ),
    ]
