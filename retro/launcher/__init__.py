"""Finding programs, reading their options, and starting games: new ones, resumed ones, and the menu."""
