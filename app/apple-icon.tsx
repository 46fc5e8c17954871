import { drawIcon } from './draw-icon'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

export default function appleIcon() {
  return drawIcon(size.width)
}
