import { type Founder } from '@/lib/content/about'

const turns = Array.from({ length: 36 }, (_, step) => (step / 36) * 2 * Math.PI)

/** A contour line around the island: a circle of radius `r`, more irregular near the island. */
function ring(r: number, seed: number): string {
  const points = turns.map((turn) => {
    const wave = 0.17 * Math.sin(2 * turn + seed) + 0.1 * Math.sin(3 * turn + seed * 2.3 + r / 60)
    const radius = r * (1 + wave * Math.max(0.35, 1 - r / 190))
    return `${Math.round(100 + radius * Math.cos(turn))} ${Math.round(118 + radius * 1.12 * Math.sin(turn))}`
  })
  return `M${points.join('L')}z`
}

export function Portrait({
  founder,
  index,
  isSmall = false,
}: {
  founder: Founder
  index: number
  isSmall?: boolean
}) {
  if (founder.photograph)
    return (
      <img
        src={founder.photograph}
        alt=""
        width={480}
        height={600}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    )
  const seed = index * 2.6 + 0.7 // another shape for each founder
  return (
    <svg
      viewBox={isSmall ? '60 73 80 90' : '0 0 200 250'}
      width={200}
      height={250}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className="absolute inset-0 size-full"
      strokeLinejoin="round"
    >
      {(isSmall ? [27] : [27, 40, 54, 70, 86]).map((r) => (
        <path key={r} d={ring(r, seed)} className="fill-none stroke-border" />
      ))}
      <path d={ring(15, seed)} className="fill-brand" />
    </svg>
  )
}
