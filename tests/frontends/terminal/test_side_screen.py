"""The panel beside the display, in a terminal that changes its size."""

from retro.display.font import default_font
from retro.display.screen import Screen
from retro.frontends.headless import headless
from retro.frontends.side_screen import SideScreen
from retro.frontends.terminal.blocks import sextants
from retro.frontends.terminal.colours import EXACT, StyleSheet
from retro.frontends.terminal.renderers import TextRenderer
from retro.frontends.terminal.side_screen import report_size, with_side_screen
from retro.frontends.terminal.tty import Area

BESIDE, ALONE = Area(160, 40), Area(100, 24)  # a terminal in which panel and display fit; in which one does


def test_each_picture_is_laid_out_for_its_own_size_before_the_owner_has_heard_of_it():
    m = headless(lambda m: [m.print("Hello"), m.get()])
    side = SideScreen(Screen(default_font()))
    side.text, side.in_front = [[(f"row {row}", (7, 0))] for row in range(40)], True
    picture = TextRenderer(sextants(), StyleSheet(EXACT), closes_words=True)
    split, whole, _ = with_side_screen([picture], side, picture, StyleSheet(EXACT))
    for told, area in ((BESIDE, ALONE), (ALONE, BESIDE)):
        report_size(side, told, m.screen)
        assert split.fits(m.screen, area) is (area is BESIDE)
        drawn = (split if area is BESIDE else whole).draw(m.screen, 0.0, area)
        assert ("Hello" in drawn) is (area is BESIDE)
        assert ("row 23" in drawn, "row 39" in drawn) == (area is ALONE, area is BESIDE)
    assert "row 23" in split.draw(m.screen, 0.0, ALONE)  # the MODE changed after it was found to fit
