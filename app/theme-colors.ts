/** The page's background in both schemes, for places that cannot read the stylesheet: browser chrome, manifest, pictures. */
export const themeColors = {
  light: '#f7fbfb',
  dark: '#0d191e',
  deep: '#003a44',
  foam: '#f2f9f9',
  line: '#0f5560',
}
