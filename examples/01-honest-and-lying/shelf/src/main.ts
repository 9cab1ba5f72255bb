import { createApp } from "./server.ts";
import { createShelf } from "./shelf.ts";

createApp(createShelf()).listen(8080, "127.0.0.1");
