/** The 404 page; title and action are the specification's. */
export const notFoundPage = {
  title: 'Oops! Page not found',
  text: 'There is nothing on the chart at this address. The link may be old, or a letter may have gone overboard.',
  action: 'Return to Home',
}

/** What people see when a page breaks. */
export const errorPage = {
  title: 'That did not work',
  text: 'Something broke on our side. Please try again; if it stays broken, write to us.',
  action: 'Try again',
}
