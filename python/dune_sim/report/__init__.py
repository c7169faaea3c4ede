"""What people look at: pictures, pages and text."""
