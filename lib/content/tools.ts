/** The logo strip: its title is the specification's, the list is a sample of what such products are built on. */
export const tools = {
  sample: true,
  title: 'Powered by industry-leading tools',
  /** Names as the icon set spells them. */
  names: [
    'Next.js',
    'React',
    'TypeScript',
    'Tailwind CSS',
    'Supabase',
    'Vercel',
    'Stripe',
    'Figma',
    'Google Gemini',
    'Resend',
    'GitHub',
  ],
} as const
