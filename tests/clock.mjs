// Loaded with --import: sets this process's Date ahead of the real time by STUDIO_AHEAD
// milliseconds. PGlite's now() follows Date.
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
    // Next wraps Date again and copies only own properties, not inherited ones.
    static parse = RealDate.parse
    static UTC = RealDate.UTC
  }
}
