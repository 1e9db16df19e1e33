"""`manage.py demo`: a believable tournament to look at, to photograph and to load."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.messages import texts
from tournament.models import Depth
from tournament.services.demo import Stage, make_demo


class Command(BaseCommand):
    help = "Makes a demo tournament with invented people. The same seed gives the same tournament."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=48)
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--until", choices=[stage.value for stage in Stage], default=Stage.TYPED.value)
        parser.add_argument("--depth", choices=[Depth.TOTALS.value, Depth.ROWS.value], default=Depth.TOTALS.value)
        parser.add_argument("--name", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = make_demo(
                players=options["players"],
                rounds=options["rounds"],
                seed=options["seed"],
                until=Stage(options["until"]),
                depth=Depth(options["depth"]),
                name=options["name"],
                by=Actor(user=None, origin="demo"),
                now=timezone.now(),
            )
        except RuleError as error:
            raise CommandError(" ".join(texts(error))) from None
        self.stdout.write(tournament.slug)
