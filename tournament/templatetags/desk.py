"""How the desk writes numbers and names."""

from django import template

register = template.Library()
