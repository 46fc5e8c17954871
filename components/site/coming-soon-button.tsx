'use client'

/** A page that is not written yet: the button says so (spec 2). */
export function ComingSoonButton({ label, message }: { label: string; message: string }) {
  return (
    <button
      type="button"
      onClick={() => alert(message)}
      className="min-h-11 underline-offset-4 hover:underline"
    >
      {label}
    </button>
  )
}
