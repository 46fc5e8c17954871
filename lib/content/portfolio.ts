/** Without a `website` the page shows 'Link coming soon'. */
export interface PortfolioItem {
  sample?: true
  name: string
  description: string
  /** A path in `public/`, 1200 × 800 pixels. */
  image: string
  /** For narrow screens, 960 × 1200 pixels, so that no word is cut off. */
  phoneImage?: string
  alt: string
  isLogo: boolean
  website: string | null
  tags: string[]
}

export const portfolio = {
  title: 'Recent Products',
  items: [
    {
      sample: true,
      name: 'Tideline',
      description: 'Lesson bookings for a surf school: the timetable follows the tide table.',
      image: '/portfolio/tideline.avif',
      phoneImage: '/portfolio/tideline-phone.avif',
      alt: 'Sample screen: a week of surf lessons laid over the tide’s curve, with a booking panel.',
      isLogo: false,
      website: 'https://tideline.example',
      tags: ['Booking', 'Calendar', 'Payments'],
    },
    {
      sample: true,
      name: 'Paddock Book',
      description: 'A farm diary that works at the gate: mobs, moves and water on one map.',
      image: '/portfolio/paddock.avif',
      phoneImage: '/portfolio/paddock-phone.avif',
      alt: 'Sample screen: a map of paddocks in greens and ochres beside a list of moves.',
      isLogo: false,
      website: null,
      tags: ['Maps', 'Mobile', 'Admin dashboard'],
    },
    {
      sample: true,
      name: 'Crate',
      description: 'Standing orders between growers and kitchens, written as simply as a shopping list.',
      image: '/portfolio/crate.avif',
      phoneImage: '/portfolio/crate-phone.avif',
      alt: 'Sample screen: a standing order of vegetables with quantities, and a delivery note.',
      isLogo: false,
      website: 'https://crate.example',
      tags: ['Marketplace', 'User roles', 'Email'],
    },
  ] satisfies PortfolioItem[] as PortfolioItem[],
}
