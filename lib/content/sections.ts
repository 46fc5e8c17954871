/** The ids of the landing page's sections that links can lead to. */
export type SectionId =
  'hero' | 'value-props' | 'packages' | 'portfolio' | 'our-services' | 'support' | 'contact-about'

/**
 * The header's links to sections, in the order of the page. A file of its own, because every page's script has it.
 */
export const sectionLinks = [
  { label: 'Home', section: 'hero' },
  { label: 'Why Us', section: 'value-props' },
  { label: 'Packages', section: 'packages' },
  { label: 'Portfolio', section: 'portfolio' },
] as const satisfies readonly { label: string; section: SectionId }[]
