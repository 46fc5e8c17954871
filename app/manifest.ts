import { place } from '@/lib/content/place'
import type { MetadataRoute } from 'next'
import { pages } from '@/lib/content/pages'
import { site } from '@/lib/content/studio'
import { themeColors } from '@/lib/http/theme-colors'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: site.name,
    short_name: site.name,
    description: pages.home.description,
    lang: place.locale,
    start_url: '/',
    display: 'browser',
    background_color: themeColors.light.background,
    theme_color: themeColors.light.background,
    icons: [192, 512].map((size) => ({
      src: `/icons/${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }
}
