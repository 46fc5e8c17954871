import { paths } from '@/lib/paths'
import { place, placeTime } from './place'
import { site, studio } from './studio'

/** For search engines and shared links: at most 65 and 165 characters. */
export const pages = {
  home: {
    path: paths.home,
    name: 'Home',
    title: `Web apps for founders who don’t code | ${site.name}`,
    description: `A ${place.city} studio that scopes, designs and builds web apps for non-technical founders, at fixed prices, and launches them in ${studio.promise}.`,
    share: 'Digital products for founders who don’t code.',
  },
  about: {
    sample: true,
    path: paths.about,
    name: 'About',
    title: `About the studio and its founders | ${site.name}`,
    description: `Two founders on the south coast of ${place.city}, ${place.country.name}, building web apps with people who have a good idea and no technical team since ${studio.founded}.`,
    share: 'A studio where the city runs out of land.',
  },
  start: {
    path: paths.start,
    name: 'Which package',
    title: `Which package, what price: five questions | ${site.name}`,
    description: `Five plain questions, and you know which package fits, what it costs with and without ${place.tax.name}, and when it could be live. Nothing to sign up for.`,
    share: 'Which package is yours? Five plain questions.',
  },
  booking: {
    path: paths.booking,
    name: 'Book a free call',
    title: `Book a free call | ${site.name}`,
    description: `Pick a day and a time for a free 30-minute call about your product, or send a message. Times are shown in ${placeTime} and in yours.`,
    share: 'Book a free call.',
  },
} as const

export type PageKey = keyof typeof pages
