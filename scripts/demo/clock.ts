/** Import this module first: PGlite and the libraries read the time from `Date`. */
const RealDate = Date
let ahead = 0

globalThis.Date = class extends RealDate {
  constructor(...args: []) {
    if (args.length === 0) super(RealDate.now() + ahead)
    else super(...args)
  }
  static override now() {
    return RealDate.now() + ahead
  }
} as DateConstructor

/** In milliseconds; from there the clock goes on. */
export function setTime(time: number): void {
  ahead = time - RealDate.now()
}
