from django.urls import path

from sumendi_site.notices import views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/<int:notice_id>/", views.open_notice, name="notice"),
    path("notices/seen/", views.mark_all_seen, name="notices-seen"),
    path("notices/count/", views.count, name="notices-count"),
    path("notices/choices/", views.choices, name="notice-settings"),
    path("notices/devices/", views.add_device, name="device-add"),
    path("notices/devices/<int:device_id>/remove/", views.remove_device, name="device-remove"),
    path("notices/unsubscribe/<str:token>/", views.unsubscribe_by_link, name="unsubscribe"),
    path("service-worker.js", views.service_worker, name="service-worker"),
]
