/** Shown in place of a component whose script failed to load. */
export function MissingScript() {
  return <p role="alert">This part could not be loaded. Please reload the page.</p>
}
