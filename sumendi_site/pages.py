"""Pages that belong to the site rather than to one of its apps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/learn.html")
