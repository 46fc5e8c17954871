/**
 * What the specification of the site fixes, spelled out once: the only words, prices and links of `lib/content`
 * that a test repeats. All other tests read the content.
 */
const starter = [
  ...['1 core user flow', 'UX/UI design', 'basic sign-up/login', 'basic database integration'],
  ...['mobile responsive', 'hosting & deployment setup'],
]
const growth = [
  ...['2-3 user flows', 'admin dashboard', 'email setup', 'user roles and permissions'],
  'advanced database integration',
]
const scale = [
  ...['deep scoping, strategy & planning', 'AI-powered features', 'OpenAI & Gemini integrations'],
  ...['payments integration', 'analytics setup'],
]

export const specification = {
  packages: [
    { name: 'Starter', price: '$6,500', timeline: '2-4 weeks', features: starter },
    { name: 'Growth', price: '$12,000', timeline: '4-6 weeks', features: growth },
    { name: 'Scale', price: '$25,000+', timeline: '6-10+ weeks', features: scale },
  ],
  support: [
    { name: 'Hosting & Billing', price: 'from $250/month' },
    { name: 'Support & Updates', price: 'from $2000/month' },
    { name: 'Handover', price: 'one-time $1000 excl. GST' },
  ],
  priceNote: 'NZD, excl. GST',
  studio: { founded: '2024', tagline: 'Move Fast, Build Smart', promise: 'under 6 weeks' },
  place: { city: 'Wellington', country: { name: 'New Zealand', code: 'NZ' }, zone: 'Pacific/Auckland' },
  hero: { primary: 'Start Your Project', secondary: 'View Packages' },
  tools: 'Powered by industry-leading tools',
  services: ['Product Strategy', 'Design & Development', 'Launch & Growth'],
  reasons: 'Why Founders Work With Us',
  portfolio: 'Recent Products',
  howWeWork: {
    title: 'How We Work',
    steps: ['Book a Free Chat', 'Design & Build', 'Launch', 'Keep it Running'],
  },
  closing: { title: 'Your Launch, Done Right', action: 'Start Your Project' },
  notFound: { title: 'Oops! Page not found', links: [['Return to Home', '/'], {}, {}, {}] },
  header: ['Home hero', 'Why Us value-props', 'Packages packages', 'Portfolio portfolio'],
  footer: [
    ['Contact', 'About', 'LinkedIn'],
    ['Services', 'Full-Stack Apps', 'Ongoing Support', 'Free Consultation Call'],
    ['Company', 'Why Us', 'Portfolio', 'Pricing'],
  ],
  comingSoon: { labels: ['Privacy Policy', 'Terms of Service'], message: 'Coming Soon' },
  responseTime: '24-hour response time',
}
