"""The Django app: what happened, who may say so, what people see."""
