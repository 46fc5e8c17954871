// Loaded with --import: this process's Date is STUDIO_AHEAD milliseconds ahead of the real one.
// PGlite's now() follows it.
const shift = Number(process.env.STUDIO_AHEAD ?? 0)
if (shift !== 0) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + shift)
      else super(...args)
    }
    static now() {
      return RealDate.now() + shift
    }
    // Next wraps the constructor again and copies only own properties.
    static parse = RealDate.parse
    static UTC = RealDate.UTC
  }
}
