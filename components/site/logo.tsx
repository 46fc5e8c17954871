/** The studio's mark: an island and the depths around it, as on a chart. Decorative; the name stands beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={32}
      height={32}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      aria-hidden
      className={className}
    >
      <path
        fill="currentColor"
        stroke="none"
        d="M19.1 13.9c.1.8-.6 2-1.2 2.7q-1 1-2.4 1.3-1.3.1-2.5-.3-1-.6-1.7-1.6-1-.8-1.4-2.1c-.3-.9-.5-2.4 0-3.1s2.1-1 3-1c.9.1 1.5.9 2.3 1.2s1.5.1 2.2.6 1.6 1.5 1.7 2.3"
      />
      <path d="M25.2 15.1c.2 1.6-1 3.8-2.1 5.2a10 10 0 0 1-4.3 2.8q-2.6.9-4.9.4c-1.5-.4-2.7-1.6-3.8-2.6q-1.6-1.5-2.7-3.5c-.8-1.5-2.2-3.5-2.1-5.2s1.4-4.3 2.9-5.1c1.4-.9 4.1-.3 5.8 0 1.6.3 2.5 1.3 3.9 1.9s3.2.4 4.4 1.5c1.2 1 2.8 3 2.9 4.6M31.2 16.2c.2 2.3-1.1 5.3-2.5 7.3s-3.7 3.6-5.9 4.6q-3.3 1.6-6.8 1.4-3.4-.4-6.3-2.5-2.4-1.9-4.2-4.7c-1.3-1.8-2.9-3.8-3.4-6.1s-1.1-5.9 0-8c1.1-2.2 4.1-4.4 6.4-5s5.3.6 7.5 1.1 3.6 1.3 5.6 2.2c2 .8 4.5 1.3 6.2 2.9a12 12 0 0 1 3.4 6.8" />
    </svg>
  )
}
