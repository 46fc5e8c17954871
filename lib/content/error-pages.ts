/** The 404 page. */
export const notFoundPage = {
  title: 'Oops! Page not found',
  text: 'There is nothing on the chart at this address. The link may be old, or a letter may have gone overboard.',
  action: 'Return to Home',
}

/** The page shown when a page fails to render. */
export const errorPage = {
  title: 'That did not work',
  text: 'Something broke on our side. Please try again; if it stays broken, write to us.',
  action: 'Try again',
}
