from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from sumendi_site.accounts.models import Invitation, User
from sumendi_site.accounts.names import validate_chosen_name
from sumendi_site.accounts.renaming import require_unlike

admin.site.site_header = admin.site.site_title = "Sumendi"
admin.site.index_title = "Site admin"
# The admin pages sign people in as every other page does, second factor included.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class AccountCreationForm(AdminUserCreationForm[User]):
    class Meta(AdminUserCreationForm.Meta):
        model = User
        fields = ("username",)

    def clean_username(self) -> str:
        name: str | None = super().clean_username()
        if name:  # else it is taken, and the form says so
            validate_chosen_name(name)
            require_unlike(name)
        return name or ""


class AccountForm(UserChangeForm[User]):
    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name != self.initial["username"]:
            validate_chosen_name(name)
            require_unlike(name, self.instance)
        return name

    def clean_kind(self) -> str:
        kind: str = self.cleaned_data["kind"]
        if kind == User.Kind.HOUSE:
            raise ValidationError("The site makes its house bots itself.")
        return kind


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    form = AccountForm
    add_form = AccountCreationForm
    list_display = ("username", "email", "kind", "rating_text", "is_staff", "date_joined")
    list_filter = ("kind", "is_staff", "is_active")
    search_fields = ("username", "email")
    raw_id_fields = ("owner",)
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "kind", "owner", "about")}),
        (
            "Preferences",
            {"fields": ("theme", "time_zone", "confirm_step", "coordinates", "orientation")},
        ),
        (
            "Rights",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """The site knows its house bots by name and kind."""
        is_house = obj is not None and obj.kind == User.Kind.HOUSE
        return ("username", "kind") if is_house else ()


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin[Invitation]):
    list_display = ("__str__", "link", "created_by", "created_at", "expires_at", "used_by")
    fields = ("note", "expires_at", "link", "created_by", "used_by", "used_at")
    readonly_fields = ("link", "created_by", "used_by", "used_at")

    @admin.display(description="link to give away")
    def link(self, invitation: Invitation) -> str:
        return f"{settings.SITE_URL}{invitation.get_absolute_url()}"

    def save_model(self, request: HttpRequest, obj: Invitation, form: object, change: bool) -> None:
        if not change:
            obj.created_by = request.user  # type: ignore[assignment]
        super().save_model(request, obj, form, change)
