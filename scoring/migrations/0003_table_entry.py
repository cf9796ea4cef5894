"""What entering deals at the table needs: links, who said and confirmed what, signatures, answers given."""

import django.db.models.deletion
from django.db import migrations, models

import scoring.fields
import scoring.models.entry


def give_links(apps, schema_editor):
    """Each table that is there gets a link and a code of its own."""
    # Not always the default database: a copy of an older release is brought up to date before it is restored.
    tables = apps.get_model("scoring", "Table").objects.using(schema_editor.connection.alias)
    for table in tables:
        table.token, table.code = scoring.models.entry.new_token(), scoring.models.entry.new_code()
    tables.bulk_update(tables, ["token", "code"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_freeze_standings")]

    operations = [
        migrations.AddField("table", "token", models.CharField(max_length=32, null=True)),
        migrations.AddField("table", "code", models.CharField(max_length=8, null=True)),
        migrations.RunPython(give_links, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "table",
            "token",
            models.CharField(default=scoring.models.entry.new_token, max_length=32, unique=True),
        ),
        migrations.AlterField(
            "table",
            "code",
            models.CharField(default=scoring.models.entry.new_code, max_length=8, unique=True),
        ),
        migrations.AddField(
            "dealrevision",
            "player",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scoring.player",
            ),
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="scoring.player"
                    ),
                ),
                (
                    "revision",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="confirmation",
                        to="scoring.dealrevision",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RetiredToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=32, unique=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="retired_tokens", to="scoring.table"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("answer", scoring.fields.DocumentField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="receipts", to="scoring.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "key"), name="receipt_once_a_key")],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("totals", scoring.fields.DocumentField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="scoring.player"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="signatures", to="scoring.table"
                    ),
                ),
            ],
            options={
                "ordering": ("at",),
                "constraints": [models.UniqueConstraint(fields=("table", "player"), name="signature_once_a_player")],
            },
        ),
    ]
