from django.contrib import admin
from django.urls import include, path

from games.api import urls as games_api
from ratings.api import urls as ratings_api
from sumendi_site.api import docs
from sumendi_site.healthz import healthz
from sumendi_site.pages import favicon, learn
from tournaments.api import urls as tournaments_api

api = [
    *games_api.urlpatterns,
    *ratings_api.urlpatterns,
    *tournaments_api.urlpatterns,
    path("", docs.Start.as_view(), name="api-start"),
    path("schema", docs.SchemaView.as_view(), name="api-schema"),
    path("docs", docs.DocsView.as_view(), name="api-docs"),
]

urlpatterns = [
    path("api/v1/", include(api)),
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("sumendi_site.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("favicon.ico", favicon),
    path("learn/", learn, name="learn"),
    path("", include("sumendi_site.notices.urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "sumendi_site.errors.bad_request"
handler403 = "sumendi_site.errors.forbidden"
handler404 = "sumendi_site.errors.not_found"
handler500 = "sumendi_site.errors.server_error"
