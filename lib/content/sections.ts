export type SectionId =
  'hero' | 'value-props' | 'packages' | 'portfolio' | 'our-services' | 'support' | 'contact-about'

/** In the order of the page. A file of its own, because every page's script has it. */
export const sectionLinks = [
  { label: 'Home', section: 'hero' },
  { label: 'Why Us', section: 'value-props' },
  { label: 'Packages', section: 'packages' },
  { label: 'Portfolio', section: 'portfolio' },
] as const satisfies readonly { label: string; section: SectionId }[]
