// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept from one start to the next, and what keeps files from being lost.
#include "ui/session/session_controller.h"
#include "ui/window/main_window.h"

#include <QMessageBox>
#include <QPushButton>

namespace bubblescope::ui {

void MainWindow::addSessionCommands()
{
    m_session = new SessionController(*this);
}

void MainWindow::makeSessionQuestions()
{
    questions.replaceFile = [this](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Overwrite the file?"), text, QMessageBox::Cancel, this);
        box.setObjectName(QStringLiteral("replace-question"));
        const QPushButton* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
        QPushButton* saveAs = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
        box.setDefaultButton(saveAs);
        box.exec();
        return box.clickedButton() == overwrite ? ReplaceAnswer::Overwrite
               : box.clickedButton() == saveAs  ? ReplaceAnswer::SaveAs
                                                : ReplaceAnswer::Cancel;
    };
}

} // namespace bubblescope::ui
