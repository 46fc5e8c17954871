/** Calls `act` instead of following the link. Without JavaScript the link works. */
export const onPress = (act: () => void) => (event: React.MouseEvent) => {
  event.preventDefault()
  act()
}
