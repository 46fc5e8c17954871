/** The title is the studio's own; the list is a sample. */
export const tools = {
  sample: true,
  title: 'Powered by industry-leading tools',
  /** Symbols of public/tools.svg: paths in a 24 × 24 view box, such as those of simpleicons.org (CC0). */
  marks: [
    { slug: 'nextdotjs', title: 'Next.js' },
    { slug: 'supabase', title: 'Supabase' },
    { slug: 'react', title: 'React' },
    { slug: 'stripe', title: 'Stripe' },
    { slug: 'typescript', title: 'TypeScript' },
    { slug: 'figma', title: 'Figma' },
    { slug: 'tailwindcss', title: 'Tailwind CSS' },
    { slug: 'vercel', title: 'Vercel' },
    { slug: 'googlegemini', title: 'Google Gemini' },
    { slug: 'resend', title: 'Resend' },
    { slug: 'github', title: 'GitHub' },
  ],
}
