/** For what cannot read a stylesheet: browser bar, icons, sharing images, mails. Written by `npm run colors`. */
export const themeColors = {
  light: {
    background: '#f7fbfb',
    foreground: '#11262d',
    mutedForeground: '#3d5358',
    primary: '#f6ae2d',
    primaryForeground: '#2d1b04',
    brand: '#005761',
    border: '#cedcdd',
  },
  dark: {
    background: '#0d191e',
    foreground: '#eaf2f1',
    mutedForeground: '#a6babb',
    primary: '#f8b742',
    brand: '#75d0cc',
    border: '#2b3d41',
  },
  deep: { background: '#003741', foreground: '#f1f9f8', brand: '#96e1dc', contour: '#1f5f69' },
}
