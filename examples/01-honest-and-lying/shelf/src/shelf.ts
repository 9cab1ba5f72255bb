export interface Book {
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly pages: number;
}

/** The books that somebody owns, in the order in which they came. */
export interface Shelf {
  add(book: Book): void;
  list(): readonly Book[];
}

export function createShelf(): Shelf {
  const books: Book[] = [];
  return {
    add(book) {
      books.push(book);
    },
    list() {
      return books;
    },
  };
}
