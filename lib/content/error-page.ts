/** Shown when a page fails to render. By itself, because every page's scripts have it. */
export const errorPage = {
  title: 'That did not work',
  text: 'Something broke on our side. Please try again; if it stays broken, write to us:',
  action: 'Try again',
}
