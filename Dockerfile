FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STATIC_ROOT=/app/static

# The sandbox of uploaded bots, and the programs that limit and start it.
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap util-linux \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY . .
# The key is only there so that the command starts; nothing made here depends on it.
RUN SECRET_KEY=used-only-to-build SUMENDI_PRODUCTION=1 \
    python manage.py collectstatic --no-input --skip-checks \
    && useradd --system --no-create-home --uid 10001 sumendi \
    && install --directory --owner sumendi /numba

USER sumendi
EXPOSE 8000
CMD ["python", "-m", "sumendi_site.up.web"]
