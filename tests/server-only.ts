// Replaces the package `server-only`, which throws outside Next's bundler.
export {}
