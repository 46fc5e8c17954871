import {
  siFigma,
  siGithub,
  siGooglegemini,
  siNextdotjs,
  siReact,
  siResend,
  siStripe,
  siSupabase,
  siTailwindcss,
  siTypescript,
  siVercel,
} from 'simple-icons'

/** The logo strip. The title is the studio's; the list of tools is a sample. */
export const tools = {
  sample: true,
  title: 'Powered by industry-leading tools',
  /** Icons from Simple Icons (CC0), each with a `title`, and a `path` in a 24 × 24 view box. */
  marks: [
    siNextdotjs,
    siSupabase,
    siReact,
    siStripe,
    siTypescript,
    siFigma,
    siTailwindcss,
    siVercel,
    siGooglegemini,
    siResend,
    siGithub,
  ],
}
