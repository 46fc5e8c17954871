# Only the site, for a Supabase elsewhere: set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY at run time (docs/going-live.md).
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Pass the same key to all builds with --build-arg, so that a form of the previous image can be posted to this one.
ARG NEXT_SERVER_ACTIONS_ENCRYPTION_KEY
# A running site does not need the build's cache.
RUN npm run build && npm prune --omit=dev && rm -rf .next/cache

FROM node:24-slim
# Without HOST other machines cannot reach the container.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /site
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/.next .next
COPY --from=build /site/public public
COPY --from=build /site/package.json /site/next.config.ts ./
# `next start` loads next.config.ts, which imports from lib.
COPY --from=build /site/lib lib
COPY --from=build /site/scripts/watch-site.mjs /site/scripts/follow-parent.mjs /site/scripts/report-to-watcher.mjs scripts/
# The site starts this script to read a founder's calendar (lib/calendars/parse.ts).
COPY --from=build /site/scripts/read-calendar.mjs scripts/
COPY --from=build /site/scripts/read-calendar scripts/read-calendar
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health?live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# watch-site.mjs starts the site with at most 8 KB of headers a request.
CMD ["node", "scripts/watch-site.mjs"]
