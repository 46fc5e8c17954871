/** A file of its own, because every page's scripts contain it. */
export const errorPage = {
  title: 'That did not work',
  text: 'Something broke on our side. Please try again; if it stays broken, write to us:',
  action: 'Try again',
}
