/**
 * Colours of colors.css for places that cannot read a stylesheet: the browser's bar, the manifest,
 * sharing images.
 */
export const themeColors = {
  light: '#f7fbfb',
  dark: '#0d191e',
  deep: '#003a44',
  foam: '#f2f9f9',
  line: '#0f5560',
}
