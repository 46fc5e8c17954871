/** The click handler of a link: calls `act` instead of following the link, which works without JavaScript. */
export const onPress = (act: () => void) => (event: React.MouseEvent) => {
  event.preventDefault()
  act()
}
