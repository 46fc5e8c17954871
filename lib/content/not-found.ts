import { paths } from '../paths'

export const notFoundPage = {
  title: 'Oops! Page not found',
  text: 'There is nothing on the chart at this address. The link may be old, or a letter may have gone overboard.',
  links: [
    ['Return to Home', paths.home],
    ['Packages', `${paths.home}#packages`],
    ['About', paths.about],
    ['Book a free call', paths.booking],
  ],
} as const
