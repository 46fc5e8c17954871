/** Replaces a component when its script fails to load. */
export function MissingScript() {
  return <p role="alert">This part could not be loaded. Please reload the page.</p>
}
