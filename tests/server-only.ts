// Stands in for Next's `server-only` marker, which throws outside its bundler.
export {}
