/** The studio's mark: a headland and its soundings, as on a chart. Decorative; the name stands beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none">
      <path
        className="fill-current"
        d="M13.6 8.3c2.7-1.5 5.3-.4 6.5 1.6 1 1.8.5 3.3 1.9 5 1.5 1.8 1 4.6-1.3 5.9-2.5 1.5-5 .2-7.2.3-2.7.1-4.6-1.6-4.4-4.3.1-2.1 1.7-2.8 2-4.6.3-1.6.8-2.9 2.5-3.9Z"
      />
      <g className="stroke-current" strokeWidth="1.9" strokeLinecap="round">
        <path d="M8.2 22.2c-2.9-2.6-3.6-5.6-2.9-9.100.5-2.300 1.700-3.600 2.700-5.200" />
        <path d="M12.600 26.100c4.600.7 8.600.1 11.300-2.400 3.300-3 3.600-7.700 1.500-11.200-1-1.700-1.500-3.600-2.900-5.300" />
      </g>
    </svg>
  )
}
