from django.utils.functional import Promise

SENTENCES: dict[str, Promise] = {}

STEPS: dict[str, Promise] = {}
