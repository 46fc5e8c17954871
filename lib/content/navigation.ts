import { paths } from '@/lib/paths'
import { place } from './place'
import type { SectionId } from './sections'
import { site } from './studio'

export type NavItem = { label: string } & ({ section: SectionId } | { href: string } | { external: string })

interface NavColumn {
  title: string
  items: NavItem[]
}

export const footer = {
  sample: true,
  /** A sample too, because 'on the south coast' is invented. */
  about: `A small design and development studio on the south coast of ${place.city}, ${place.country.name}. We build web apps with founders who don’t write code.`,
  contact: {
    title: 'Contact',
    items: [
      { label: 'About', href: paths.about },
      { label: 'LinkedIn', external: site.linkedin },
    ],
  } as NavColumn,
  columns: [
    {
      title: 'Services',
      items: [
        { label: 'Full-Stack Apps', section: 'our-services' },
        { label: 'Ongoing Support', section: 'support' },
        { label: 'Free Consultation Call', href: paths.booking },
      ],
    },
    {
      title: 'Company',
      items: [
        { label: 'Why Us', section: 'value-props' },
        { label: 'Portfolio', section: 'portfolio' },
        { label: 'Pricing', section: 'packages' },
      ],
    },
  ] as NavColumn[],
  /** Pages that do not exist yet. A click shows `message`. */
  comingSoon: { labels: ['Privacy Policy', 'Terms of Service'], message: 'Coming Soon' },
}
